/**
 * Sends a vehicle to the workshop or back into service.
 * No confirmation, because the other button reverts it.
 */

import { Group, Text } from '@mantine/core'
import type { Vehicle } from '#contract/views.ts'
import { CommandButton } from '#web/components/command-button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useSetMaintenanceMutation } from './calls.ts'
import { vehicleFailure } from './vehicle-draft.ts'
import { VehicleFailure } from './vehicle-failure.tsx'

const FAILED = 'Failed to change whether the vehicle is in service'

interface WorkshopProps {
  vehicle: Vehicle
  /** True if the form beside it has unsaved changes. */
  blocked: boolean
  done(): void
  setBusy(busy: boolean): void
}

export function Workshop({ vehicle: { id, status }, blocked, done, setBusy }: WorkshopProps) {
  const { pending, failure, send } = useCommand('vehicles')
  const [setMaintenance] = useSetMaintenanceMutation()
  const isIn = status === 'maintenance'
  const away = status !== 'available' && !isIn

  async function press() {
    const body = { maintenance: !isIn }
    setBusy(true)
    try {
      const changed = await send({ id, ...body }, (key) => setMaintenance({ id, body, key }).unwrap())
      if (!changed) return
      toast('success', changed.message, id)
      done()
    } catch (error) {
      toast('error', FAILED, vehicleFailure(error, FAILED))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" id="workshop-state">
          {whereItIs(isIn, away)}
          {blocked && ' Save the changes first.'}
        </Text>
        <CommandButton
          variant="default"
          size="sm"
          mih={44}
          loading={pending}
          disabled={away || blocked}
          aria-describedby="workshop-state"
          onClick={() => void press()}
        >
          {isIn ? 'Put back in service' : 'Send to workshop'}
        </CommandButton>
      </Group>
      <VehicleFailure failure={failure} fallback={FAILED} />
    </>
  )
}

function whereItIs(isIn: boolean, away: boolean): string {
  if (isIn) return 'In the workshop: no collection is planned with it.'
  return away ? 'On a collection: it can go to the workshop when that is done.' : 'In service.'
}
