/** Tests of weighing and disputes: permissions, times and resulting events. */
import { describe, expect, it } from 'vitest'
import { DisputeCompositionBody, SettleDisputeBody, WeighDeliveryBody as WeighingBody } from '#contract/commands.ts'
import type { EventData } from '#contract/events.ts'
import type { DeliveryStatus } from '#domain/city.ts'
import { assignWeighTicket, deliveryAggregate, toDelivery, weighTicketAggregate } from '../aggregates/delivery.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { disputeComposition, settleDispute } from './dispute-composition.ts'
import { changeDeliveryStatus } from './move-delivery.ts'
import { type WeighDeliveryCommand, weighDelivery } from './weigh-delivery.ts'

const at = NOW.toISOString()
const hours = (by: number) => new Date(NOW.getTime() + by * 60 * 60_000).toISOString()
const deliveryId = 'DEL-T1-1-AN'
const siteId = 'WS001'
const created = (more: Partial<EventData<'DeliveryCreated'>> = {}) =>
  createEvent('DeliveryCreated', {
    deliveryId,
    vehicleId: 'T1',
    siteId,
    zone: 'Ablekuma North',
    status: 'in-transit',
    weight: 675,
    estimated: true,
    reportsCount: 3,
    estimatedArrival: at,
    createdBy: 'd1',
    createdAt: hours(-2),
    ...more,
  })
const moved = (status: DeliveryStatus, more: Partial<EventData<'DeliveryMoved'>> = {}) =>
  createEvent('DeliveryMoved', { deliveryId, status, movedBy: 'r1', movedAt: at, ...more })
const command: WeighDeliveryCommand = {
  deliveryId,
  ticket: '22-07',
  gross: 11_240,
  tare: 10_515,
  weighedBy: 'r1',
  ownSite: siteId,
}
const weighed = (more: Partial<EventData<'DeliveryWeighed'>> = {}) =>
  createEvent('DeliveryWeighed', {
    deliveryId,
    siteId,
    ticket: '22-07',
    gross: 11_240,
    tare: 10_515,
    weight: 725,
    before: 675,
    weighedBy: 'r1',
    weighedAt: at,
    recordedAt: at,
    ...more,
  })

describe('a load on the scales', () => {
  it('takes the weight as entered, to the hundredth, and keeps the estimate', () => {
    givenEvents(deliveryAggregate, [created(), moved('arrived')])
      .when(weighDelivery, command)
      .then([weighed()])
    const fine = { ...command, gross: 10_515.3, tare: 10_515.1 }
    const { decision } = givenEvents(deliveryAggregate, [created(), moved('arrived')]).when(weighDelivery, fine)
    expect(decision).toMatchObject([{ data: { weight: 0.2 } }])
    const state = [created(), moved('arrived'), weighed()].reduce(deliveryAggregate.evolve, deliveryAggregate.initial)
    expect(toDelivery(state)).toMatchObject({ weight: 725, estimated: false, estimatedWeight: 675 })
  })

  it('arrives with it when it is in transit: at the time that it stood there', () => {
    givenEvents(deliveryAggregate, [created()])
      .when(weighDelivery, command)
      .then([moved('arrived'), weighed()])
    givenEvents(deliveryAggregate, [created()])
      .when(weighDelivery, { ...command, weighedAt: hours(-1) })
      .then([moved('arrived', { arrivedAt: hours(-1) }), weighed({ weighedAt: hours(-1) })])
  })

  it('had arrived when it stood there, where somebody said so later; and no earlier than it had', () => {
    const early = { ...command, weighedAt: hours(-1) }
    const earlier = [moved('arrived', { arrivedAt: hours(-1) }), weighed({ weighedAt: hours(-1) })]
    givenEvents(deliveryAggregate, [created(), moved('arrived')])
      .when(weighDelivery, early)
      .then(earlier)
    const unloaded = [created(), moved('arrived'), moved('completed')]
    givenEvents(deliveryAggregate, unloaded)
      .when(weighDelivery, early)
      .then([moved('completed', { arrivedAt: hours(-1) }), weighed({ weighedAt: hours(-1) })])
    const state = [created(), moved('arrived'), ...earlier].reduce(deliveryAggregate.evolve, deliveryAggregate.initial)
    expect(toDelivery(state)).toMatchObject({ arrivedAt: hours(-1), status: 'arrived' })
    givenEvents(deliveryAggregate, [created(), moved('arrived', { arrivedAt: hours(-1.5) })])
      .when(weighDelivery, early)
      .then([weighed({ weighedAt: hours(-1) })])
  })

  it('is weighed once by the same ticket, and again if any value differs', () => {
    const before = [created(), moved('arrived'), weighed()]
    const again = (more: Partial<WeighDeliveryCommand>) =>
      givenEvents(deliveryAggregate, before).when(weighDelivery, { ...command, ...more })
    again({}).then([])
    again({ weighedAt: at }).then([])
    again({ weighedAt: hours(0.01) }).then([weighed({ weighedAt: hours(0.01), before: 725 })])
    again({ ticket: '22-08' }).then([weighed({ ticket: '22-08', before: 725 })])
    again({ tare: 10_500 }).then([weighed({ tare: 10_500, weight: 740, before: 725 })])
    again({ picture: 'a' }).then([weighed({ picture: 'a', before: 725 })])
  })

  it('keeps the picture of its ticket, and not that of another', () => {
    const before = [created(), moved('arrived'), weighed({ picture: 'a' })]
    const again = (more: Partial<WeighDeliveryCommand>) =>
      givenEvents(deliveryAggregate, before).when(weighDelivery, { ...command, ...more })
    again({ tare: 10_500 }).then([weighed({ picture: 'a', tare: 10_500, weight: 740, before: 725 })])
    again({ ticket: '22-08' }).then([weighed({ ticket: '22-08', before: 725 })])
  })

  it.each<[string, Partial<WeighDeliveryCommand>, Partial<EventData<'DeliveryCreated'>>, string]>([
    ['bound for another site', { ownSite: 'WS002' }, {}, 'forbidden'],
    ['of a recycler without a site', { ownSite: '' }, {}, 'forbidden'],
    ['pending', {}, { status: 'pending' }, 'conflict'],
    ['of the future', { weighedAt: hours(0.02) }, {}, 'bad-request'],
    ['from before its truck left', { weighedAt: hours(-2.02) }, {}, 'bad-request'],
  ])('is refused where it is %s', (_, more, load, rejected) =>
    givenEvents(deliveryAggregate, [created(load)])
      .when(weighDelivery, { ...command, ...more })
      .then({ rejected: rejected as 'conflict' }),
  )
  it('takes what left while the clock was ahead', () =>
    givenEvents(deliveryAggregate, [created({ createdAt: hours(8_760) })])
      .when(weighDelivery, command)
      .then([moved('arrived'), weighed()]))
  it('is unknown without a creation', () =>
    givenEvents(deliveryAggregate, []).when(weighDelivery, command).then({ rejected: 'not-found' }))
  it("may differ by a minute, for the recycler's clock", () => {
    for (const weighedAt of [hours(0.01), hours(-2.01)])
      givenEvents(deliveryAggregate, [created(), moved('arrived', { arrivedAt: hours(-2.02) })])
        .when(weighDelivery, { ...command, weighedAt })
        .then([weighed({ weighedAt })])
  })

  it('weighs what no hand can change any more', () => {
    const before = givenEvents(deliveryAggregate, [created(), moved('arrived'), weighed()])
    before.when(changeDeliveryStatus, { deliveryId, status: 'completed', weight: 700, movedBy: 'r1' }).then({
      rejected: 'conflict',
      message: 'This load was weighed with ticket 22-07. Only a new ticket can change its weight.',
    })
    before.when(changeDeliveryStatus, { deliveryId, status: 'completed', movedBy: 'r1' }).then([moved('completed')])
  })
})

describe('a ticket at the door', () => {
  const asked = { ticket: '22-07', gross: 11_240, tare: 10_515 }
  const accepts = (more: object) => WeighingBody.safeParse({ ...asked, ...more }).success
  it('is that of a load which weighs something, and no more than a truck carries', () => {
    expect(accepts({})).toBe(true)
    expect(
      [{ tare: 11_240 }, { tare: 11_241 }, { tare: 11_239.999 }, { tare: 0 }, { gross: 60_001 }].map(accepts),
    ).toEqual(Array(5).fill(false))
    expect(accepts({ gross: 40_000, tare: 10_000 })).toBe(false)
  })
  it('has one number, however it is typed, and nothing else in it', () => {
    expect(WeighingBody.parse({ ...asked, ticket: ' ab/7.x-1 ' }).ticket).toBe('AB/7.X-1')
    for (const number of ['', '   ', '/7', 'a b', 'a\u0000', '7'.repeat(25), '７'])
      expect(accepts({ ticket: number })).toBe(false)
    expect(accepts({ picture: '../x' })).toBe(false)
  })
})

describe('a ticket', () => {
  const use = { siteId, ticket: '22-07', deliveryId, isGivenUp: false }
  const used = (load = deliveryId) =>
    createEvent('TicketUsed', { siteId, ticket: '22-07', deliveryId: load, usedAt: at })
  it('is used up, except for the load that had it', () => {
    givenEvents(weighTicketAggregate, []).when(assignWeighTicket, use).then([used()])
    givenEvents(weighTicketAggregate, [used()]).when(assignWeighTicket, use).then([used()])
  })
  it("is no other load's, unless that one has given it up", () => {
    givenEvents(weighTicketAggregate, [used('DEL-T2-1-AN')])
      .when(assignWeighTicket, use)
      .then({
        rejected: 'conflict',
        message: 'Ticket 22-07 belongs to delivery DEL-T2-1-AN.',
      })
    givenEvents(weighTicketAggregate, [used('DEL-T2-1-AN')])
      .when(assignWeighTicket, { ...use, isGivenUp: true })
      .then([used()])
  })
})

describe('a dispute', () => {
  const found = { plastic: 20, organic: 80 }
  const all = { paper: 0, glass: 0, metal: 0, textile: 0, other: 0, ...found }
  const dispute = { deliveryId, sealed: 's', disputedBy: 'r1', ownSite: siteId }
  const disputed = (composition?: Record<string, number>) =>
    createEvent('CompositionDisputed', {
      deliveryId,
      siteId,
      composition,
      sealed: 's',
      disputedBy: 'r1',
      disputedAt: at,
    })
  const settled = (accepted: boolean, composition?: Record<string, number>) =>
    createEvent('DisputeSettled', { deliveryId, siteId, accepted, composition, settledBy: 'd1', settledAt: at })
  const said = { composition: { plastic: 100 } }
  const there = [created(), moved('arrived', said)]
  const settle = { deliveryId, disputedAt: at, settledBy: 'd1' }

  it('names the shares of all seven materials, if the recycler sorted it', () => {
    givenEvents(deliveryAggregate, there)
      .when(disputeComposition, { ...dispute, composition: found })
      .then([disputed(all)])
    givenEvents(deliveryAggregate, there).when(disputeComposition, dispute).then([disputed()])
  })
  it.each<[string, Parameters<typeof givenEvents>[1], object, string]>([
    ['unknown', [], {}, 'not-found'],
    ['in transit', [created()], {}, 'conflict'],
    ["another site's", there, { ownSite: 'WS002' }, 'forbidden'],
    ['without a composition', [created(), moved('arrived', {})], {}, 'conflict'],
    ['disputed already', [...there, disputed()], {}, 'conflict'],
  ])('is refused of a load that is %s', (_, events, more, rejected) =>
    givenEvents(deliveryAggregate, events)
      .when(disputeComposition, { ...dispute, ...more })
      .then({ rejected: rejected as 'conflict' }),
  )
  it('is whole at the door', () => {
    const accepts = (body: object) => DisputeCompositionBody.safeParse({ reason: 'Wet paper', ...body }).success
    expect([{}, { composition: found }].map(accepts)).toEqual([true, true])
    const wrong = [
      { reason: ' ' },
      { reason: '\u200b\u00a0\u2060' },
      { composition: {} },
      { composition: { plastic: 99 } },
      { composition: { gold: 100 } },
    ]
    expect(wrong.map(accepts)).toEqual(Array(5).fill(false))
  })

  const told = (...events: Parameters<typeof givenEvents>[1]) =>
    toDelivery([...there, ...(events as [])].reduce(deliveryAggregate.evolve, deliveryAggregate.initial))
  it('is settled once: with the recycler’s shares if accepted, and the stated ones if not', () => {
    givenEvents(deliveryAggregate, [...there, disputed(all)])
      .when(settleDispute, { ...settle, accepted: true })
      .then([settled(true, all)])
    givenEvents(deliveryAggregate, [...there, disputed(all)])
      .when(settleDispute, { ...settle, accepted: false })
      .then([settled(false)])
    for (const events of [there, [...there, disputed(all), settled(false)]])
      givenEvents(deliveryAggregate, events)
        .when(settleDispute, { ...settle, accepted: true })
        .then({ rejected: 'conflict', message: 'This delivery is not disputed.' })
    givenEvents(deliveryAggregate, [])
      .when(settleDispute, { ...settle, accepted: true })
      .then({ rejected: 'not-found' })
    const right = { composition: all, compositionFrom: 'recycler', dispute: { status: 'accepted', settledAt: at } }
    expect(told(disputed(all), settled(true, all))).toMatchObject(right)
    expect(told(disputed(all), settled(false))).toMatchObject({
      ...said,
      compositionFrom: 'site',
      dispute: { status: 'rejected' },
    })
  })
  it('is settled by a person who read it, and not by one who saw the one before', () => {
    const later = { ...disputed(), data: { ...disputed().data, disputedAt: hours(1) } }
    const anew = givenEvents(deliveryAggregate, [...there, disputed(all), settled(false), later])
    anew.when(settleDispute, { ...settle, accepted: true }).then({
      rejected: 'conflict',
      message: 'This delivery was disputed again. Read the new dispute and settle that one.',
    })
    anew.when(settleDispute, { ...settle, disputedAt: hours(1), accepted: true }).then([settled(true)])
  })
  it('names the dispute that it settles at the door', () => {
    const accepts = (body: object) => SettleDisputeBody.safeParse(body).success
    expect(accepts({ accepted: true, disputedAt: at })).toBe(true)
    expect([{ accepted: true }, { accepted: true, disputedAt: 'yesterday' }].map(accepts)).toEqual([false, false])
  })
  it('that they win without having sorted it leaves it unknown, also when its site is updated later', () => {
    const unknown = told(
      disputed(),
      settled(true),
      moved('arrived', { composition: { glass: 100 }, movedBy: 'system' }),
    )
    expect(unknown).toMatchObject({ composition: undefined, dispute: { status: 'accepted' } })
  })
  it('may be followed by another', () =>
    givenEvents(deliveryAggregate, [...there, disputed(all), settled(false)])
      .when(disputeComposition, dispute)
      .then([disputed()]))
})
