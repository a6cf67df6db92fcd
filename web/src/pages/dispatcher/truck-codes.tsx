/**
 * Sheets to print with a QR code per truck.
 * A driver scans the code to take the truck.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import '#web/ui/print.css'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconPrinter, IconTruck } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import type { Vehicle } from '#contract/views.ts'
import { compareCodeUnits } from '#domain/fold-text.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { vehicleTypeNameOf } from '#web/lib/format/labels.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import page from '#web/ui/page.module.css'
import { PageHead } from '#web/ui/page.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './truck-codes.module.css'

const ALL = 'all'

/** Returns the URL that a truck's QR code contains. */
const addressOf = (id: string) => `${window.location.origin}/driver?truck=${encodeURIComponent(id)}`

export function TruckQrCodes() {
  useTitle(t`QR codes of trucks`)
  const { rows, status, error, retry } = useRoom('vehicles')
  const [params, setParams] = useSearchParams()
  const trucks = rows.toSorted((a, b) => compareCodeUnits(a.id, b.id))
  const asked = params.get('truck') ?? ALL
  const chosen = trucks.some(({ id }) => id === asked) ? asked : ALL
  const shown = trucks.filter(({ id }) => chosen === ALL || id === chosen)
  return (
    <div className={`${page.page} ${classes.page}`}>
      <div className={classes.screenOnly}>
        <PageHead
          title={t`QR codes of trucks`}
          lead={t`Put up a sheet in each truck’s cabin. A driver scans it with the phone to take the truck.`}
          titleAlone
        >
          <NativeSelect
            aria-label={t`Truck`}
            size="md"
            data={[{ value: ALL, label: t`All trucks` }, ...trucks.map(({ id }) => id)]}
            value={chosen}
            onChange={({ currentTarget }) => setParams({ truck: currentTarget.value }, { replace: true })}
          />
          <Button
            mih={48}
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            disabled={shown.length === 0}
            onClick={() => window.print()}
          >
            <Trans>Print</Trans>
          </Button>
        </PageHead>
      </div>
      {status === 'error' ? (
        <ErrorState message={error ?? t`Failed to load vehicles`} retry={retry} />
      ) : status === 'loading' ? (
        <Skeleton height={420} />
      ) : shown.length === 0 ? (
        <EmptyState icon={IconTruck} title={t`No vehicles registered yet`}>
          <Trans>Each vehicle gets a QR code here.</Trans>
        </EmptyState>
      ) : (
        <ul className={classes.sheets}>
          {shown.map((vehicle) => (
            <Sheet key={vehicle.id} vehicle={vehicle} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Sheet({ vehicle }: { vehicle: Vehicle }) {
  const { id, make, model, type } = vehicle
  const address = addressOf(id)
  return (
    <li className={classes.sheet}>
      <h2 className={classes.id}>{id}</h2>
      <p className={classes.vehicle}>{`${make} ${model} · ${vehicleTypeNameOf(type)}`}</p>
      <QrCode className={classes.code} text={address} label={t`QR code to take truck ${id}`} />
      <ol className={classes.steps}>
        <li>
          <Trans>Scan the code with the camera of your phone.</Trans>
        </li>
        <li>
          <Trans>Sign in with your employee ID.</Trans>
        </li>
        <li>
          <Trans>Press “Take truck”.</Trans>
        </li>
      </ol>
      <p className={classes.address}>{address}</p>
    </li>
  )
}
