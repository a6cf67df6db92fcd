/** Endpoints of zones: public lists, and changes by dispatchers. */
import { z } from 'zod'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { ZoneCard } from '../reports/views.ts'
import { ChangeZoneBody, ChooseZoneBody, coordinatesSchema, MoveResidentsBody, OpenZoneBody } from './commands.ts'
import { zoneEndpointRoutes as lines } from './routes.ts'

const answer = createCommandAnswerSchema({ message: messageSchema })

export const zoneEndpoints = defineEndpoints(lines, {
  zones: {
    summary: 'Names of the open zones, in order of opening, and their centres',
    answer: z.object({ zones: z.array(z.string()), centres: z.record(z.string(), coordinatesSchema) }),
  },
  openZones: { summary: 'Open zones with figures and location', answer: createListAnswerSchema('zones', ZoneCard) },
  openZone: { summary: 'Open a zone', body: OpenZoneBody, answer },
  changeZone: { summary: 'Move a zone on the map', body: ChangeZoneBody, answer },
  closeZone: {
    summary: 'Close a zone; 409 lists remaining residents, open reports and collections',
    answer,
  },
  moveResidents: {
    summary: 'Move all residents of a zone to another; their sessions end',
    body: MoveResidentsBody,
    answer,
  },
  chooseZone: {
    summary: 'Choose another zone after yours was closed; ends all sessions',
    body: ChooseZoneBody,
    answer,
  },
})
