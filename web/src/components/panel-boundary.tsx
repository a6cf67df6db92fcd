/** Keeps a panel that could not be fetched or drawn from taking the rest of its screen away. */
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Panel } from './panel.tsx'
import { ErrorState } from './states.tsx'

export interface PanelBoundaryProps {
  title: string
  className?: string | undefined
  children: ReactNode
}

export class PanelBoundary extends Component<PanelBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A panel failed to render.', error, info.componentStack)
  }

  override render() {
    const { title, className, children } = this.props
    if (!this.state.failed) return children
    return (
      <Panel title={title} className={className}>
        <ErrorState message="This part could not be loaded." retry={() => window.location.reload()} />
      </Panel>
    )
  }
}
