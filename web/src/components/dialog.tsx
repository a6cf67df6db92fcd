/** A dialog: closes on Escape unless it is busy, and gives the focus back to what opened it. */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import './inputs.ts'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

export interface DialogProps {
  title: string
  opened: boolean
  close(): void
  /** While its work is under way it can't be closed. */
  busy?: boolean
  /** Its width; a wide one for many fields. */
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

export function Dialog({ title, opened, close, busy = false, size = 'md', children }: DialogProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      centered
      size={size}
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      transitionProps={{ duration: 100 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Modal.Header: a header element in a dialog counts as a second banner of the page. */}
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size={44} iconSize={20} disabled={busy} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
