/** A button that starts an operation, such as a rebuild or a retry. */
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { RequestOf } from '#contract/endpoints.ts'
import { useOperation } from './use-operation.ts'

export interface OperationButtonProps {
  operation: RequestOf<'operate'>
  /** Accessible name with the operation's target. */
  label: string
  children: string
}

export function OperationButton({ operation, label, children }: OperationButtonProps) {
  const { pending, start } = useOperation(operation)
  return (
    <Button
      variant="default"
      mih={44}
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      loading={pending}
      onClick={start}
      aria-label={label}
    >
      {children}
    </Button>
  )
}
