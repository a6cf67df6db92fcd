/** What a panel shows instead of rows: that there are none, or why they can't be shown. */
import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from './states.module.css'

export interface EmptyStateProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  title: string
  /** What will appear here. */
  children?: ReactNode
}

export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Icon size={28} stroke={1.5} aria-hidden="true" />
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
    </div>
  )
}

/** `message`: what happened; it always says what is safe, and offers to try again. */
export function ErrorState({ message, retry }: { message: string; retry(): void }) {
  return (
    <div className={classes.state} role="alert">
      <IconCloudOff size={28} stroke={1.5} aria-hidden="true" />
      <p className={classes.title}>{message}</p>
      <p className={classes.text}>Nothing that was saved is lost.</p>
      <Button variant="default" mih={44} onClick={retry}>
        Retry
      </Button>
    </div>
  )
}
