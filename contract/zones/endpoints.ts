/** Endpoints of zones: public lists, and changes by dispatchers. */
import { z } from 'zod'
import { commandAnswerSchema, defineEndpoints, listAnswerSchema, message } from '../http/endpoint.ts'
import { ZoneCard } from '../reports/views.ts'
import { ChangeZone, ChooseZone, coordinates, MoveResidents, OpenZone } from './commands.ts'
import { zoneEndpointRoutes as lines } from './routes.ts'

const answer = commandAnswerSchema({ message })

export const zoneEndpoints = defineEndpoints(lines, {
  zones: {
    summary: 'Names of the open zones, in order of opening, and their centres',
    answer: z.object({ zones: z.array(z.string()), centres: z.record(z.string(), coordinates) }),
  },
  openZones: { summary: 'Open zones with figures and location', answer: listAnswerSchema('zones', ZoneCard) },
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
