/** Replacements for rows: an empty state or an error. */
import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from './states.module.css'

export interface EmptyStateProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  title: string
  /** Describes the rows that will appear. */
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

/** Shows `message` with an assurance and a retry button. */
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
