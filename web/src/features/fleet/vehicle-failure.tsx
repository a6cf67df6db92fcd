/** Error of a vehicle's change, inside its dialog. */
import { Alert } from '@mantine/core'
import type { Failure } from '#web/lib/api/api.ts'
import { vehicleFailure } from './vehicle-draft.ts'

/** `fallback` is the text without a known reason. */
export function VehicleFailure({ failure, fallback }: { failure: Failure | null; fallback: string }) {
  if (!failure) return null
  return (
    <Alert color="statusCritical" variant="light" role="alert" title={fallback}>
      {vehicleFailure(failure, fallback)}
    </Alert>
  )
}
