/** Command palette with search and actions, and the keyboard shortcuts. */

import { t } from '@lingui/core/macro'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Report, Schedule, Vehicle } from '#contract/views.ts'
import { useMarkCollected } from '#web/features/dispatch/dashboard-buttons.tsx'
import {
  selectAssignedReports,
  toastReportsNotLoaded,
  useChangeScheduleStatus,
} from '#web/features/dispatch/schedule-buttons.tsx'
import { isRoomLoaded, useRoom } from '#web/lib/feed/use-room.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type DialogState, LazyDialog } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import classes from './dispatcher.module.css'
import {
  type CommandPaletteAction,
  createCommandPaletteItems,
  describeShortcuts,
  getScreenShortcuts,
  ROUTES_PATH,
  residentReportsPathOf,
  scrollToPart,
  truckCardSelectorOf,
  zonePathOf,
} from './keyboard.ts'

const [store, spotlight] = createSpotlight()

/**
 * Commands that open a dialog.
 * They are available on every screen.
 */
type PaletteDialog = 'schedule' | 'markAll' | 'settings'
const actionLabels = (): Record<PaletteDialog, string> => ({
  schedule: t`Schedule a collection`,
  markAll: t`Mark all collected`,
  settings: t`System configuration`,
})

const loadSchedule = async () => (await import('#web/features/dispatch/schedule-dialog.tsx')).ScheduleDialog
const loadMarkAll = async () => (await import('#web/features/dispatch/collect-dialogs.tsx')).MarkAllCollectedDialog
const loadSettings = async () => (await import('#web/features/settings/configuration-dialog.tsx')).ConfigurationDialog

const loadEnd = async () => (await import('#web/features/dispatch/collect-dialogs.tsx')).EndCollectionDialog
const loadRefuel = async () => (await import('#web/features/fleet/vehicle-actions.tsx')).RefuelDialog
const loadCompose = async () => (await import('#web/features/sites/composition-dialog.tsx')).CompositionDialog

/** The dialog that is open, and the zone, schedule, vehicle or site to which it applies. */
type OpenDialog =
  | { dialog: PaletteDialog; zone?: string }
  | { dialog: 'end'; schedule: Schedule }
  | { dialog: 'refuel'; vehicle: Vehicle }
  | { dialog: 'compose'; siteId: string }

const wordsOf = ({ vehicle, zone }: Schedule) => `${vehicle.id}, ${zone}`

/** Returns a function that runs a palette item: at once with an offer to undo, or in a dialog. */
function useDeeds(reports: readonly Report[], begin: (open: OpenDialog) => void) {
  const navigate = useNavigate()
  const { pending: isMarking, mark } = useMarkCollected()
  const { pending: isMoving, move } = useChangeScheduleStatus()
  const { status } = useRoom('active-reports')

  function show({ of, id }: Extract<CommandPaletteAction, { does: 'show' }>) {
    if (of === 'zone') navigate(zonePathOf(id))
    else if (of === 'resident') navigate(residentReportsPathOf(id))
    else if (of === 'site') navigate(ROUTES_PATH)
    else {
      navigate('/dispatcher/dashboard')
      scrollToPart(truckCardSelectorOf(id))
    }
  }
  function step({ does, schedule }: Extract<CommandPaletteAction, { does: 'start' | 'complete' }>) {
    const moved = { id: schedule.id, of: 'collection' as const, name: wordsOf(schedule) }
    if (does === 'complete' && !isRoomLoaded(status)) return toastReportsNotLoaded()
    // If reports are open, a dialog asks which bins were collected.
    const isAsked = does === 'complete' && selectAssignedReports(reports, schedule.id).length > 0
    if (isAsked) begin({ dialog: 'end', schedule })
    else void move(moved, does === 'start' ? 'in-progress' : 'completed')
  }
  return function act(deed: CommandPaletteAction): void {
    const isSent = deed.does === 'collect' || deed.does === 'start' || deed.does === 'complete'
    if (isSent && (isMarking || isMoving))
      showToast('info', t`The last change is still being saved`, t`Try again in a moment.`)
    else if (deed.does === 'show') show(deed)
    else if (deed.does === 'collect') void mark(deed.report)
    else if (deed.does === 'schedule') begin({ dialog: 'schedule', zone: deed.zone })
    else if (deed.does === 'refuel') begin({ dialog: 'refuel', vehicle: deed.vehicle })
    else if (deed.does === 'compose') begin({ dialog: 'compose', siteId: deed.siteId })
    else step(deed)
  }
}

function useFindable(reports: readonly Report[], begin: (open: OpenDialog) => void): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const act = useDeeds(reports, begin)
  const { disabled: isOff = false } = useCommandsDisabled()
  const { rows: zones } = useRoom('zones')
  const { rows: trucks } = useRoom('vehicles')
  const { rows: sites } = useRoom('sites')
  const { rows: schedules } = useRoom('schedules')
  const found = createCommandPaletteItems({ zones, trucks, sites, reports, schedules }, isOff)
  return [
    {
      group: t`Actions`,
      actions: Object.entries(actionLabels()).map(([id, label]) => ({
        ...{ id, label },
        onClick: () => begin({ dialog: id as PaletteDialog }),
      })),
    },
    {
      group: t`Screens`,
      actions: getScreenShortcuts().map(({ path, label }) => ({
        ...{ id: path, label },
        onClick: () => navigate(`/dispatcher/${path}`),
      })),
    },
    ...found.map(({ group, found: things }) => ({
      group,
      actions: things.map(({ deed, ...thing }) => ({ ...thing, onClick: () => act(deed) })),
    })),
  ]
}

export function CommandPalette({ opened, close }: DialogState) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  // Keeps the dialog's text during the closing animation.
  const [last, setLast] = useState<OpenDialog | null>(null)
  function begin(next: OpenDialog) {
    setOpen(next)
    setLast(next)
  }
  const { rows: reports } = useRoom('active-reports')
  const actions = useFindable(reports, begin)
  useEffect(() => {
    if (opened) spotlight.open()
  }, [opened])
  const state = (of: OpenDialog['dialog']) => ({ opened: open?.dialog === of, close: () => setOpen(null) })
  return (
    <>
      <Spotlight
        store={store}
        shortcut={null}
        attributes={{ content: { 'aria-label': t`Find` } }}
        classNames={{ action: classes.action!, actionsGroup: classes.group!, search: classes.search! }}
        actions={actions}
        limit={12}
        scrollable
        maxHeight={420}
        overlayProps={{ blur: 0 }}
        transitionProps={{ duration: 100 }}
        onSpotlightClose={close}
        nothingFound={t`Nothing found.`}
        searchProps={{ placeholder: t`Find a truck, zone, resident, site, screen or action`, 'aria-label': t`Find` }}
      />
      <LazyDialog
        load={loadSchedule}
        props={{ zone: last?.dialog === 'schedule' ? (last.zone ?? null) : null, ...state('schedule') }}
      />
      <LazyDialog load={loadMarkAll} props={state('markAll')} />
      <LazyDialog load={loadSettings} props={state('settings')} />
      <LazyDialog
        load={loadCompose}
        props={{ siteId: last?.dialog === 'compose' ? last.siteId : undefined, ...state('compose') }}
      />
      <LazyDialog
        load={loadRefuel}
        props={{ vehicle: last?.dialog === 'refuel' ? last.vehicle : null, ...state('refuel') }}
      />
      {last?.dialog === 'end' && (
        <LazyDialog
          key={last.schedule.id}
          load={loadEnd}
          props={{
            ...{ id: last.schedule.id, of: 'collection' as const, name: wordsOf(last.schedule) },
            waiting: selectAssignedReports(reports, last.schedule.id),
            ...state('end'),
          }}
        />
      )}
    </>
  )
}

export function KeyboardShortcutsDialog({ opened, close }: DialogState) {
  return (
    <Dialog title={t`Keys`} opened={opened} close={close}>
      <dl className={classes.keys}>
        {describeShortcuts().map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
