/** Tests that a site's composition never replaces a composition that belongs to the load. */
import { expect, it } from 'vitest'
import { applyDeliveryStatusChange, applySiteUpdateToDelivery, type DeliveryProgress } from './delivery-progress.ts'

const at = '2026-03-01T08:00:00.000Z'
const [paper, metal] = [{ paper: 100 }, { metal: 100 }]
const underWay: DeliveryProgress = { status: 'in-transit', estimated: true, weight: 600 }
const updated = (composition: Record<string, number>, corrects?: number) => ({ composition, corrects, updatedAt: at })
const moved = (composition: Record<string, number>, corrects?: number) =>
  ({ deliveryId: 'd', status: 'arrived', composition, corrects, movedBy: 'system', movedAt: at }) as const

it('has its site’s composition, and the corrected one after that, in its row and in its stream', () => {
  const arrived = applySiteUpdateToDelivery(underWay, updated(paper), 500)
  expect(arrived).toMatchObject({ status: 'arrived', weight: 500, composition: paper, compositionFrom: 'site' })
  expect(applySiteUpdateToDelivery(arrived, updated(metal), undefined).composition).toEqual(paper)
  expect(applySiteUpdateToDelivery(arrived, updated(metal, 1), 500)).toMatchObject({ composition: metal, weight: 500 })
  expect(
    applyDeliveryStatusChange(applyDeliveryStatusChange(underWay, moved(paper)), moved(metal, 2)).composition,
  ).toEqual(metal)
})

it('keeps a weight that a person typed before it left, whatever is measured of the whole site', () => {
  const typed: DeliveryProgress = { status: 'in-transit', estimated: false, weight: 120 }
  expect(applySiteUpdateToDelivery(typed, updated(paper), 12.74)).toMatchObject({
    status: 'arrived',
    weight: 120,
    estimated: false,
  })
})

it('keeps what was said of the load itself', () => {
  for (const compositionFrom of ['load', 'recycler'] as const) {
    const own = { ...underWay, composition: paper, compositionFrom }
    expect(applySiteUpdateToDelivery(own, updated(metal, 1), undefined).composition).toEqual(paper)
  }
})
