/** Why a change failed, inside its dialog. */
import { Alert } from '@mantine/core'
import { type Failure, reasonOf } from './api.ts'

/** `text`: the screen's own words; the server's stand beside them. */
export function ChangeFailure({ failure, text }: { failure: Failure | null; text: string }) {
  if (!failure) return null
  return (
    <Alert color="statusCritical" variant="light" role="alert" title={text}>
      {reasonOf(failure)}
    </Alert>
  )
}
