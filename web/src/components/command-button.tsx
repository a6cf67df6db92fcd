/** A button of a command; disabled with a reason while commands are off. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { useOff } from '#web/hooks/past.ts'
import { useFocusBehind } from './focus-after.ts'

export function CommandButton(props: ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>) {
  return <Button ref={useFocusBehind()} {...props} {...useOff()} />
}
