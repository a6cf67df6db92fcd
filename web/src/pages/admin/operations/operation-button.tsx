/** Has something done again, once: a view rebuilt, a job tried. */
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { RequestOf } from '#contract/endpoints.ts'
import { useOperation } from './use-operation.ts'

export interface OperationButtonProps {
  operation: RequestOf<'operate'>
  /** What it is done to: the label of what stands in many rows. */
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
