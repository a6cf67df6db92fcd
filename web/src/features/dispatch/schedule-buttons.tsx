/** Buttons that schedule a zone’s collection, or start or complete it. */

import { t } from '@lingui/core/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Report, Schedule } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { commandFailureReasonOf } from '#web/lib/api/api.ts'
import { isRoomLoaded, useRoom } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import { RowButton } from '#web/ui/rows.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useChangeScheduleMutation } from './calls.ts'
import type { ScheduleKind } from './dispatch.ts'

const loadScheduleDialog = async () => (await import('./schedule-dialog.tsx')).ScheduleDialog
const preloadScheduleDialog = createPreloadHandlers(loadScheduleDialog)

const loadEndDialog = async () => (await import('./collect-dialogs.tsx')).EndCollectionDialog

interface ScheduleCollectionButtonProps extends ButtonProps {
  /** Zone that the form selects at first. */
  zone?: Zone
  /** Accessible name of the button; it includes the zone. */
  label?: string
  children: ReactNode
}

/** Button that opens the dialog to schedule a collection by hand. */
export function ScheduleCollectionButton({ zone, label, children, ...buttonProps }: ScheduleCollectionButtonProps) {
  const [opened, setOpened] = useState(false)
  const off = useCommandsDisabled()
  return (
    <>
      <Button
        size="sm"
        px="md"
        {...buttonProps}
        aria-label={label}
        onClick={() => setOpened(true)}
        {...preloadScheduleDialog}
        {...off}
      >
        {children}
      </Button>
      <LazyDialog load={loadScheduleDialog} props={{ zone: zone ?? null, opened, close: () => setOpened(false) }} />
    </>
  )
}

const NEXT_STATUS = { scheduled: 'in-progress', 'in-progress': 'completed' } as const

type ScheduleMove = (typeof NEXT_STATUS)[keyof typeof NEXT_STATUS]

interface StepTexts {
  /** Name of the schedule, for use in messages. */
  name: string
  /**
   * Truck to name in the button's text.
   * Set if there is a button for each of several trucks.
   */
  truck: string | undefined
}

function stepTexts(to: ScheduleMove, { name, truck }: StepTexts) {
  const start = () => (truck ? t`Start ${truck}` : t`Start`)
  const complete = () => (truck ? t`Complete ${truck}` : t`Complete`)
  const button = to === 'in-progress' ? start() : complete()
  return { label: accessibleActionNameOf(button, name), button }
}

interface NextStepButtonProps {
  schedule: Pick<Schedule, 'id'> & { status: keyof typeof NEXT_STATUS }
  of: ScheduleKind
  /** Name of the schedule in success and error messages. */
  name: string
  /** Truck named on the button, if several trucks have one. */
  truck?: string | undefined
  /** True for a schedule that left the list but stays visible while the user interacts with the list. */
  gone: boolean
  /** True for the main action of its panel. */
  isNext?: boolean
}

/** Button that starts or completes a schedule. */
export function NextStepButton({
  schedule: { id, status },
  of,
  name,
  truck,
  gone,
  isNext = false,
}: NextStepButtonProps) {
  const { pending, move } = useChangeScheduleStatus()
  const to = NEXT_STATUS[status]
  const { label, button } = stepTexts(to, { name, truck })
  const { rows: reports, status: room } = useRoom('active-reports')
  const [opened, setOpened] = useState(false)
  const waiting = selectAssignedReports(reports, id)

  function press() {
    if (to === 'completed' && !isRoomLoaded(room)) toastReportsNotLoaded()
    // Asks which bins were collected, but only if reports are still open.
    else if (to === 'completed' && waiting.length > 0) setOpened(true)
    else void move({ id, of, name }, to)
  }
  const close = () => setOpened(false)

  return (
    <>
      <RowButton label={label} actsOn={`${to} ${id}`} isNext={isNext} busy={pending} gone={gone} act={press}>
        {pending ? t`Saving…` : button}
      </RowButton>
      {to === 'completed' && <LazyDialog load={loadEndDialog} props={{ id, of, name, waiting, opened, close }} />}
    </>
  )
}

function moveTexts(of: ScheduleKind, to: ScheduleMove): { done: string; failed: string } {
  const texts = {
    route: {
      'in-progress': { done: t`Route started`, failed: t`Failed to start the route` },
      completed: { done: t`Route completed`, failed: t`Failed to complete the route` },
    },
    collection: {
      'in-progress': { done: t`Collection started`, failed: t`Failed to start the collection` },
      completed: { done: t`Collection completed`, failed: t`Failed to complete the collection` },
    },
  }
  return texts[of][to]
}

interface MovedSchedule {
  id: string
  of: ScheduleKind
  /** Name of the schedule in success and error messages. */
  name: string
}

/** Returns the open reports that are assigned to a schedule. */
export const selectAssignedReports = (reports: readonly Report[], scheduleId: string) =>
  reports.filter(({ scheduleIds }) => scheduleIds?.includes(scheduleId))

/** Shows a toast that completion must wait until reports have loaded. */
export function toastReportsNotLoaded(): void {
  showToast(
    'error',
    t`The collection was not completed`,
    t`This collection’s reports have not loaded yet. Try again in a moment.`,
  )
}

/** Returns the schedule whose status a change sets. */
const scheduleOf = (change: unknown) => (change as Pick<MovedSchedule, 'id'>).id

export function useChangeScheduleStatus() {
  const { pending, send } = useCommand('schedules', scheduleOf)
  const [changeSchedule] = useChangeScheduleMutation()

  async function move({ id, of, name }: MovedSchedule, to: ScheduleMove) {
    const body = { status: to }
    const { done, failed } = moveTexts(of, to)
    try {
      const answer = await send({ id, ...body }, (key) => changeSchedule({ id, body, key }).unwrap())
      if (answer) showToast('success', done, name)
    } catch (error) {
      showToast('error', failed, commandFailureReasonOf(error))
    }
  }

  return { pending, move }
}
