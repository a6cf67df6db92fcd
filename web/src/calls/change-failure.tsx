/** Error of a failed change, inside its dialog. */
import { Alert } from '@mantine/core'
import { type Failure, reasonOf } from './api.ts'

/** Shows the screen's `text` with the server's reason below. */
export function ChangeFailure({ failure, text }: { failure: Failure | null; text: string }) {
  if (!failure) return null
  return (
    <Alert color="statusCritical" variant="light" role="alert" title={text}>
      {reasonOf(failure)}
    </Alert>
  )
}
