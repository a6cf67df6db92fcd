/** Endpoints of zones: public lists, and changes by dispatchers. */
import { z } from 'zod'
import { ChangeZone, ChooseZone, MoveResidents, OpenZone } from '../commands/zones.ts'
import { endpointsOf, list, message, written } from '../door/endpoint.ts'
import { zones as lines } from '../lines/zones.ts'
import { ZoneCard } from '../views/reports.ts'

const answer = written({ message })

export const zones = endpointsOf(lines, {
  zones: {
    summary: 'Names of the open zones, in order of opening',
    answer: z.object({ zones: z.array(z.string()) }),
  },
  openZones: { summary: 'Open zones with figures and location', answer: list('zones', ZoneCard) },
  openZone: { summary: 'Open a zone', body: OpenZone, answer },
  changeZone: { summary: 'Move a zone on the map', body: ChangeZone, answer },
  closeZone: {
    summary: 'Close a zone; 409 lists remaining residents, open reports and collections',
    answer,
  },
  moveResidents: {
    summary: 'Move all residents of a zone to another; their sessions end',
    body: MoveResidents,
    answer,
  },
  chooseZone: {
    summary: 'Choose another zone after yours was closed; ends all sessions',
    body: ChooseZone,
    answer,
  },
})
