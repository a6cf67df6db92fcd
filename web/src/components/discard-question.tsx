/**
 * Confirmation before a dialog closes with unsaved changes.
 * The dialog handles Escape and takes it for 'keep editing'.
 */
import { Modal, Text } from '@mantine/core'
import classes from './dialog.module.css'
import { DialogFoot } from './dialog-foot.tsx'

/** Dialogs have z-index 200. */
const ABOVE_ITS_DIALOG = 210

export interface DiscardQuestionProps {
  /** Title of the dialog with the changes. */
  title: string
  opened: boolean
  keep(): void
  discard(): void
}

export function DiscardQuestion({ title, opened, keep, discard }: DiscardQuestionProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={keep}
      closeOnEscape={false}
      zIndex={ABOVE_ITS_DIALOG}
      centered
      transitionProps={{ duration: 100 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <Modal.Title className={classes.title}>Discard your changes?</Modal.Title>
          <Text mt="xs" mb="lg">
            What you changed in ‘{title}’ has not been saved.
          </Text>
          <DialogFoot isKept out="Keep editing" act="Discard" onAct={discard} close={keep} pending={false} final />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
