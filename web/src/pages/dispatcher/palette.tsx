/** Command palette for trucks, zones, sites, screens and actions, and the list of keys. */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '#web/components/inputs.ts'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '#web/components/dialog.tsx'
import { type DialogState, LazyDialog } from '#web/components/lazy-dialog.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { amount, figure, withUnit } from '#web/format/numbers.ts'
import { ROUTES, residentAddress, showPart, truckCard, zoneAddress } from './addresses.ts'
import classes from './palette.module.css'
import { LISTED, PLACES } from './shortcuts.ts'

const [store, spotlight] = createSpotlight()

/** Actions with a dialog, available on every screen. */
const ACTIONS = {
  schedule: 'Schedule a collection',
  markAll: 'Mark all collected',
  settings: 'System configuration',
} as const
type Doing = keyof typeof ACTIONS

const loadSchedule = async () => (await import('#web/features/collections/schedule/schedule-dialog.tsx')).ScheduleDialog
const loadMarkAll = async () => (await import('#web/features/collections/dispatch/mark-all-dialog.tsx')).MarkAllDialog
const loadSettings = async () => (await import('#web/features/settings/configuration-dialog.tsx')).ConfigurationDialog

/** Returns the searchable items by kind. */
function useFindable(begin: (doing: Doing) => void): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const { rows: zones } = useRoom('zones')
  const { rows: trucks } = useRoom('vehicles')
  const { rows: sites } = useRoom('sites')
  const { rows: reports } = useRoom('active-reports')
  const go = (path: string) => navigate(`/dispatcher/${path}`)
  return [
    {
      group: 'Actions',
      actions: Object.entries(ACTIONS).map(([id, label]) => ({ id, label, onClick: () => begin(id as Doing) })),
    },
    {
      group: 'Screens',
      actions: Object.values(PLACES).map(({ path, label }) => ({ id: path, label, onClick: () => go(path) })),
    },
    {
      group: 'Zones',
      actions: zones.map(({ id, zone, currentReports, totalCustomers }) => ({
        id: `zone-${id}`,
        label: zone,
        description: `${figure(currentReports)} of ${figure(totalCustomers)} reported; shows its reports`,
        onClick: () => navigate(zoneAddress(zone)),
      })),
    },
    {
      group: 'Trucks',
      actions: trucks.map(({ id, make, model, registration_number }) => ({
        id: `truck-${id}`,
        label: id,
        description: `${make} ${model} · ${registration_number}`,
        onClick: () => {
          go('dashboard')
          showPart(truckCard(id))
        },
      })),
    },
    {
      group: 'Sites',
      actions: sites.map(({ id, name, currentCapacity, maxCapacity }) => ({
        id: `site-${id}`,
        label: name,
        description: `${amount(currentCapacity)} of ${withUnit(amount(maxCapacity), 't')}; shows the map`,
        onClick: () => navigate(ROUTES),
      })),
    },
    {
      group: 'Residents',
      actions: [...new Set(reports.flatMap(({ resident_name: name }) => name ?? []))].map((name) => ({
        id: `resident-${name}`,
        label: name,
        description: 'Has reported a full bin; shows it',
        onClick: () => navigate(residentAddress(name)),
      })),
    },
  ]
}

export function Palette({ opened, close }: DialogState) {
  const [doing, setDoing] = useState<Doing | null>(null)
  const actions = useFindable(setDoing)
  useEffect(() => {
    if (opened) spotlight.open()
  }, [opened])
  const state = (of: Doing) => ({ opened: doing === of, close: () => setDoing(null) })
  return (
    <>
      <Spotlight
        store={store}
        shortcut={null}
        attributes={{ content: { 'aria-label': 'Find' } }}
        classNames={{ action: classes.action!, actionsGroup: classes.group!, search: classes.search! }}
        actions={actions}
        limit={12}
        scrollable
        maxHeight={420}
        overlayProps={{ blur: 0 }}
        transitionProps={{ duration: 100 }}
        onSpotlightClose={close}
        nothingFound="Nothing is called that."
        searchProps={{ placeholder: 'Find a truck, zone, resident, site, screen or action', 'aria-label': 'Find' }}
      />
      <LazyDialog load={loadSchedule} props={{ zone: null, ...state('schedule') }} />
      <LazyDialog load={loadMarkAll} props={state('markAll')} />
      <LazyDialog load={loadSettings} props={state('settings')} />
    </>
  )
}

export function KeysDialog({ opened, close }: DialogState) {
  return (
    <Dialog title="Keys" opened={opened} close={close}>
      <dl className={classes.keys}>
        {LISTED.map(([keys, does]) => (
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
