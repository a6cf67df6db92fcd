/** Error of a failed change, inside its dialog. */
import { Alert } from '@mantine/core'
import { commandFailureReason, type Failure } from './api.ts'

/** Shows the screen's `text` with the server's reason below. */
export function ChangeFailure({ failure, text }: { failure: Failure | null; text: string }) {
  if (!failure) return null
  return (
    <Alert color="statusCritical" variant="light" role="alert" title={text}>
      {commandFailureReason(failure)}
    </Alert>
  )
}
