/** PlaceBin: records a bin's location, sealed under the resident's key. */
import { isDeepStrictEqual } from 'node:util'
import type { BinPlace } from '#contract/commands.ts'
import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { toOneDecimalQuantityValue } from '#contract/languages/values.ts'
import type { BinLocation } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { measureMetresOutside } from '#domain/geography.ts'
import { pointOfPlusCode, recoverPlusCode } from '#domain/plus-code.ts'
import type { Coordinates } from '#domain/zones.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Bin, binAggregate } from './bin.ts'
import { loadZone, type ZoneState } from './zone.ts'

/**
 * Distance in m outside a zone.
 * A resident must confirm a pin that is farther away.
 */
const FAR_OUTSIDE_M = 2_000

interface PlaceBin {
  userId: string
  zone: Zone | undefined
  place: BinPlace
  /** Confirms that a pin far outside the zone is right. */
  confirm?: boolean | undefined
  source: EventData<'BinPlaced'>['source']
}

type OpenedZone = NonNullable<ZoneState['opened']>

/** Returns the opened zone, or a refusal if the bin's pin is far outside the zone. */
export async function checkPlaceInZone(
  { store }: Pick<Kernel, 'store'>,
  { zone, place, confirm }: Pick<PlaceBin, 'zone' | 'place' | 'confirm'>,
): Promise<{ opened: OpenedZone | undefined } | Rejection> {
  if (zone === undefined) return { opened: undefined }
  const { opened } = await loadZone(store, zone)
  if (!opened || confirm) return { opened }
  const pin = pointOfBinPlace(place, opened.centre)
  const metres = pin ? measureMetresOutside(pin, opened) : 0
  if (metres <= FAR_OUTSIDE_M) return { opened }
  const why = msg`This place is ${{ distance: toOneDecimalQuantityValue(metres / 1_000, 'km') }} outside ${{ zone }}. Is it right?`
  return reject('conflict', why, { confirm: why })
}

/** Records the place of a resident's bin, unless it is unchanged. */
export async function recordBinPlace(
  kernel: Kernel,
  command: PlaceBin,
  envelope: Envelope,
): Promise<{ bin: BinLocation; position: number } | Rejection> {
  const { store, sealer, clock } = kernel
  const { userId, source } = command
  const checked = await checkPlaceInZone(kernel, command)
  if (isRejection(checked)) return checked
  const place = withFullCode(command.place, checked.opened)
  const gather = async (state: Bin) => {
    const [before] = state.place ? await sealer.open<BinPlace>([{ personId: userId, sealed: state.place }]) : [{}]
    return isDeepStrictEqual(before, place) ? {} : { sealed: await sealer.seal(userId, place) }
  }
  const decide = (_: Bin, { sealed }: { sealed?: string }) =>
    sealed === undefined ? [] : [createEvent('BinPlaced', { userId, sealed, source, placedAt: clock().toISOString() })]
  const placed = await handleWithFacts(store, binAggregate.stream(userId), binAggregate, { gather, decide }, envelope)
  if (isRejection(placed)) return placed
  return { bin: { place, source, placedAt: clock().toISOString() }, position: placed.position }
}

/** Returns a place's coordinates; a pin takes precedence over a Plus Code. */
export function pointOfBinPlace({ lat, lng, plusCode }: BinPlace, near: Coordinates): Coordinates | undefined {
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  return plusCode === undefined ? undefined : pointOfPlusCode(plusCode, near)
}

/**
 * Returns the place without absent fields.
 * Completes the Plus Code, because a short one depends on the zone.
 */
function withFullCode({ plusCode, ...place }: BinPlace, opened: OpenedZone | undefined): BinPlace {
  const code = plusCode && opened ? recoverPlusCode(plusCode, opened.centre) : plusCode
  return JSON.parse(JSON.stringify({ ...place, plusCode: code }))
}
