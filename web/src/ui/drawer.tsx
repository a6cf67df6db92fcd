/**
 * A list beside the screen.
 * Escape closes it, and the focus returns to the opener.
 */
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer as Frame } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useRestoreFocus } from './restore-focus.ts'

export interface DrawerProps {
  title: string
  opened: boolean
  close(): void
  /** Width in px. */
  size?: number
  /** True while a dialog covers it; Escape then belongs to the dialog. */
  covered?: boolean
  children: ReactNode
}

export function Drawer({ title, opened, close, size = 420, covered = false, children }: DrawerProps) {
  useRestoreFocus(opened)
  return (
    <Frame.Root
      opened={opened}
      onClose={close}
      position="right"
      size={size}
      closeOnEscape={!covered}
      transitionProps={{ duration: 150 }}
    >
      <Frame.Overlay />
      <Frame.Content classNames={{ content: classes.content }}>
        {/* Not Drawer.Header: a header element in a dialog counts as a second banner of the page. */}
        <div className={classes.head}>
          <Frame.Title className={classes.title}>{title}</Frame.Title>
          <Frame.CloseButton aria-label="Close" size={44} iconSize={20} />
        </div>
        <Frame.Body>{children}</Frame.Body>
      </Frame.Content>
    </Frame.Root>
  )
}
