/**
 * A dialog.
 * Escape closes it unless busy; with unsaved changes, the dialog asks first.
 * Focus then returns to the button that opened it.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import './input-styles.ts'
import '@mantine/core/styles/Drawer.layer.css'
import { Alert, Button, Drawer as Frame, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useReducer, useState } from 'react'
import { UnsavedChangesContext } from '#web/lib/hooks/forms.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { commandFailureReasonOf, type RequestFailure } from '../lib/api/api.ts'
import classes from './dialog.module.css'
import { useRestoreFocus } from './use-command.tsx'

/**
 * Z-index of the question whether to discard unsaved changes.
 * It is above the dialogs' z-index of 200.
 */
const ABOVE_ITS_DIALOG = 210

interface DiscardQuestionProps {
  /** Title of the dialog that has unsaved changes. */
  title: string
  opened: boolean
  keep(): void
  discard(): void
}

function DiscardQuestion({ title, opened, keep, discard }: DiscardQuestionProps) {
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
          <Modal.Title className={classes.title}>
            <Trans>Discard your changes?</Trans>
          </Modal.Title>
          <Text mt="xs" mb="lg">
            <Trans>
              Your changes in ‘<span>{title}</span>’ are not saved.
            </Trans>
          </Text>
          <DialogFooter
            isKept
            out={t`Keep editing`}
            act={t`Discard`}
            onAct={discard}
            close={keep}
            pending={false}
            final
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface DialogProps {
  title: string
  opened: boolean
  close(): void
  /**
   * True while a command runs.
   * The dialog cannot be closed then.
   */
  busy?: boolean
  /** Width of the dialog; use a larger one for many fields. */
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

export function Dialog({ title, opened, close, busy = false, size = 'md', children }: DialogProps) {
  const [unsaved, count] = useReducer((sum: number, by: 1 | -1) => sum + by, 0)
  const [asking, setAsking] = useState(false)
  useRestoreFocus(opened)
  // Closes the dialog.
  // With unsaved changes, it opens or closes the question whether to discard them.
  // Both the dialog and the question receive the Escape key, so both call this function.
  const leave = () => (unsaved > 0 ? setAsking(!asking) : close())
  const discard = () => {
    setAsking(false)
    close()
  }
  return (
    <>
      {/* Render the discard question before the dialog. Both return the focus on close, and the later element wins. */}
      <DiscardQuestion title={title} opened={asking} keep={() => setAsking(false)} discard={discard} />
      <Modal.Root
        opened={opened}
        onClose={leave}
        centered
        size={size}
        closeOnEscape={!busy}
        closeOnClickOutside={!busy}
        transitionProps={{ duration: 100 }}
        classNames={{ content: classes.content }}
      >
        <Modal.Overlay />
        <Modal.Content>
          {/* Modal.Header would render a header element, which counts as a second banner of the page. */}
          <div className={classes.head}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            <Modal.CloseButton aria-label={t`Close`} size={44} iconSize={20} disabled={busy} />
          </div>
          <Modal.Body>
            <UnsavedChangesContext value={count}>{children}</UnsavedChangesContext>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  )
}

interface DialogFootProps {
  /** Label of the main button. */
  act: string
  /**
   * Runs the action.
   * If undefined, the button submits its form.
   */
  onAct?: () => unknown
  close(): void
  /** Label of the cancel button. */
  out?: string
  /** True while the action runs. */
  pending: boolean
  /** True while the action is not possible yet. */
  disabled?: boolean
  /**
   * True for an action without undo.
   * The cancel button then has the first focus.
   */
  final?: boolean
  /** True if the action works offline, because the browser stores its request. */
  isKept?: boolean
  className?: string | undefined
  /** Text that says what the dialog's action will do; it is always visible. */
  children?: ReactNode
}

/** Footer of a dialog: the cancel button and the main button. */
export function DialogFooter({
  act,
  onAct,
  close,
  out = t`Cancel`,
  pending,
  disabled = false,
  final = false,
  isKept = false,
  className,
  children,
}: DialogFootProps) {
  const offNow = useCommandsDisabled()
  const off = isKept ? {} : offNow
  const deed = onAct ? { onClick: () => void onAct() } : { type: 'submit' as const }
  return (
    <>
      {off.title && (
        <Text size="sm" c="dimmed" role="status">
          {off.title}
        </Text>
      )}
      <div className={className ? `${classes.foot} ${className}` : classes.foot}>
        {children}
        <Group grow>
          <Button
            variant="default"
            size="md"
            mih={48}
            onClick={close}
            disabled={pending}
            data-autofocus={final || undefined}
          >
            {out}
          </Button>
          <Button
            {...deed}
            {...(final && { color: 'statusCritical.6' })}
            size="md"
            mih={48}
            px="xs"
            loading={pending}
            disabled={disabled}
            {...off}
          >
            {act}
          </Button>
        </Group>
      </div>
    </>
  )
}

/** Shows a failed change: the screen's own `text`, then the server's reason. */
export function ChangeErrorAlert({ failure, text }: { failure: RequestFailure | null; text: string }) {
  if (!failure) return null
  return (
    <Alert color="statusCritical" variant="light" role="alert" title={text}>
      {commandFailureReasonOf(failure)}
    </Alert>
  )
}

interface DrawerProps {
  title: string
  opened: boolean
  close(): void
  /** Width of the panel in px. */
  size?: number
  /**
   * True while a dialog is open above the side panel.
   * Escape then closes only the dialog.
   */
  covered?: boolean
  children: ReactNode
}

/**
 * A side panel.
 * Escape closes it, and focus returns to the button that opened it.
 */
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
        {/* Not Drawer.Header: a dialog's header element counts as a second page banner. */}
        <div className={classes.head}>
          <Frame.Title className={classes.title}>{title}</Frame.Title>
          <Frame.CloseButton aria-label={t`Close`} size={44} iconSize={20} />
        </div>
        <Frame.Body>{children}</Frame.Body>
      </Frame.Content>
    </Frame.Root>
  )
}
