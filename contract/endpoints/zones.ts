/** Endpoints of zones: public lists, and changes by dispatchers. */
import { z } from 'zod'
import { ChangeZone, ChooseZone, MoveResidents, OpenZone } from '../commands/zones.ts'
import { endpointsOf, list, message, written } from '../door/endpoint.ts'
import { zones as lines } from '../lines/zones.ts'
import { ZoneCard } from '../views/reports.ts'

const answer = written({ message })

export const zones = endpointsOf(lines, {
  zones: {
    summary: 'The names of the zones that are open, in the order that they were opened',
    answer: z.object({ zones: z.array(z.string()) }),
  },
  openZones: { summary: 'The open zones, each with its figures and its place', answer: list('zones', ZoneCard) },
  openZone: { summary: 'Open a zone', body: OpenZone, answer },
  changeZone: { summary: 'Give a zone another place on the map', body: ChangeZone, answer },
  closeZone: {
    summary: 'Close a zone; 409 says how many residents, open reports and collections it has',
    answer,
  },
  moveResidents: {
    summary: 'Move all residents of a zone to another; they are moved one after the other, and sign in again',
    body: MoveResidents,
    answer,
  },
  chooseZone: {
    summary: 'Choose another zone, when the own one was closed; ends all sessions',
    body: ChooseZone,
    answer,
  },
})
