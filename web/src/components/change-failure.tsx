/** Why a change failed, inside its dialog. */
import { Alert } from '@mantine/core'
import type { Failure } from '#web/app/api.ts'

/** `text`: the screen's own words; the server's stand beside them. */
export function ChangeFailure({ failure, text }: { failure: Failure | null; text: string }) {
  if (!failure) return null
  const reason =
    failure.status === 0
      ? 'The server could not be reached. It may have happened all the same: trying again does nothing twice.'
      : failure.message
  return (
    <Alert color="statusCritical" variant="light" role="alert" title={text}>
      {reason}
    </Alert>
  )
}
