/** Confirm Vehicle Deletion; offers to archive a vehicle with a history. */

import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useArchiveVehicleMutation, useDeleteVehicleMutation } from './calls.ts'
import { vehicleFailure } from './vehicle-draft.ts'
import { VehicleFailure } from './vehicle-failure.tsx'

export interface DeleteVehicleDialogProps extends DialogState {
  vehicle: Vehicle | null
}

export function DeleteVehicleDialog({ vehicle, opened, close }: DeleteVehicleDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Confirm Vehicle Deletion" opened={opened} close={close} busy={busy}>
      {vehicle && <Question vehicle={vehicle} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

interface QuestionProps {
  vehicle: Vehicle
  close(): void
  setBusy(busy: boolean): void
}

function Question({ vehicle, close, setBusy }: QuestionProps) {
  const { id } = vehicle
  const removal = useCommand('vehicles')
  const archiving = useCommand('vehicles')
  const [deleteVehicle] = useDeleteVehicleMutation()
  const [archiveVehicle] = useArchiveVehicleMutation()
  const hasHistory = removal.failure?.status === 409

  async function run(command: () => Promise<unknown>, done: string, failed: string) {
    setBusy(true)
    try {
      if (!(await command())) return
      toast('success', done, id)
      close()
    } catch (error) {
      toast('error', failed, vehicleFailure(error, failed))
    } finally {
      setBusy(false)
    }
  }
  const remove = () =>
    run(
      () => removal.send({ remove: id }, (key) => deleteVehicle({ id, key }).unwrap()),
      'Vehicle deleted successfully',
      'Failed to delete vehicle',
    )
  const archive = () =>
    run(
      () => archiving.send({ archive: id }, (key) => archiveVehicle({ id, key }).unwrap()),
      'Vehicle archived',
      'Failed to archive vehicle',
    )
  const pending = removal.pending || archiving.pending

  return (
    <Stack gap="md">
      <div>
        <Text fw={560}>
          {id}, {vehicle.make} {vehicle.model}
        </Text>
        <Text c="dimmed" size="xs">
          {vehicle.registration_number}
        </Text>
      </div>
      <Text>
        {hasHistory
          ? 'An archived vehicle keeps its trips and collections for the figures, and takes part in nothing any more.'
          : 'It is removed from the fleet for every dispatcher. This can’t be undone. A vehicle that has driven already can only be archived.'}
      </Text>
      <VehicleFailure failure={removal.failure} fallback="Failed to delete vehicle" />
      <VehicleFailure failure={archiving.failure} fallback="Failed to archive vehicle" />
      {hasHistory ? (
        <DialogFoot act="Archive vehicle" onAct={archive} close={close} pending={pending} />
      ) : (
        <DialogFoot act="Delete" onAct={remove} close={close} pending={pending} final />
      )}
    </Stack>
  )
}
