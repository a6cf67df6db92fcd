/** A button of a command; disabled with a reason while commands are off. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { useRestoreFocusAfterRemoval } from './restore-focus.ts'

export function CommandButton(props: ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>) {
  return <Button ref={useRestoreFocusAfterRemoval()} {...props} {...useCommandsDisabled()} />
}
