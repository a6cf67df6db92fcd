/** Screen content in place of rows: loading, empty or failed. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react'
import classes from './states.module.css'

export interface EmptyStateProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  title: string
  /** Text that says which rows will appear in the empty list. */
  children?: ReactNode
}

/** Message in place of rows if there are none. */
export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Icon size={28} stroke={1.5} aria-hidden="true" />
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
    </div>
  )
}

/** Shows `message`, says that nothing is lost, and offers a retry button. */
export function ErrorState({ message, retry }: { message: string; retry(): void }) {
  return (
    <div className={classes.state} role="alert">
      <IconCloudOff size={28} stroke={1.5} aria-hidden="true" />
      <p className={classes.title}>{message}</p>
      <p className={classes.text}>
        <Trans>Your saved data is safe.</Trans>
      </p>
      <Button variant="default" onClick={retry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}

/** Page while the app loads, like index.html's page before any script runs. */
export function LoadingPage() {
  return (
    <output className="ws-loading" aria-live="polite">
      <span>
        <Trans>Loading...</Trans>
      </span>
    </output>
  )
}

interface CaughtError {
  error: unknown
  failed: boolean
}

/** Error boundary: catches render errors of a screen or part, and offers a remedy. */
interface ErrorBoundaryProps {
  /**
   * Content that replaces a part that failed to render.
   * An error page by default.
   */
  instead?: ReactNode
  children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, CaughtError> {
  override state: CaughtError = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): CaughtError {
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
    const message = (error instanceof Error && error.message) || t`An unexpected error occurred`
    return (
      <main className={classes.page}>
        <h1 className={classes.noticeTitle}>
          <Trans>Something went wrong</Trans>
        </h1>
        <p className={classes.noticeText} role="alert">
          {message}
        </p>
        <div className={classes.actions}>
          <Button size="md" onClick={() => window.location.reload()}>
            <Trans>Reload Page</Trans>
          </Button>
        </div>
      </main>
    )
  }
}
