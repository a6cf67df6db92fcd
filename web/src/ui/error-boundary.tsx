/** Catches render errors of a screen or a part and offers a remedy. */
import { Button } from '@mantine/core'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import classes from './notice.module.css'

interface Caught {
  error: unknown
  failed: boolean
}

export interface ErrorBoundaryProps {
  /** Replacement for the failed part; an error page by default. */
  instead?: ReactNode
  children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): Caught {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A screen failed to render.', error, info.componentStack)
  }

  override render() {
    const { instead, children } = this.props
    if (!this.state.failed) return children
    if (instead) return instead
    const { error } = this.state
    const message = (error instanceof Error && error.message) || 'An unexpected error occurred'
    return (
      <main className={classes.page}>
        <h1 className={classes.title}>Something went wrong</h1>
        <p className={classes.text} role="alert">
          {message}
        </p>
        <div className={classes.actions}>
          <Button size="md" onClick={() => window.location.reload()}>
            Reload Page
          </Button>
        </div>
      </main>
    )
  }
}
