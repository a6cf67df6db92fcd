/** The zones' endpoints: which there are, for everybody; to open, change and close them, for dispatchers. */
import { z } from 'zod'
import { ChangeZone, ChooseZone, MoveResidents, OpenZone } from '../commands/zones.ts'
import { create, get, list, message, post, put, remove, written } from '../endpoint.ts'
import { ZoneCard } from '../views/reports.ts'

const said = written({ message })

export const zones = {
  zones: get('/zones', 'public', 'The names of the zones that are open, in the order that they were opened', {
    sharedFor: 5,
    answer: z.object({ zones: z.array(z.string()) }),
  }),
  openZones: get('/auth/zones', ['dispatcher', 'admin'], 'The open zones, each with its figures and its place', {
    answer: list('zones', ZoneCard),
  }),
  openZone: create('/auth/zones', ['dispatcher'], 'Open a zone', { body: OpenZone, answer: said }),
  changeZone: put('/auth/zones/:id', ['dispatcher'], 'Give a zone another place on the map', {
    body: ChangeZone,
    answer: said,
  }),
  closeZone: remove(
    '/auth/zones/:id',
    ['dispatcher'],
    'Close a zone; 409 says how many residents, open reports and collections it has',
    { answer: said },
  ),
  moveResidents: post(
    '/auth/zones/:id/residents',
    ['dispatcher'],
    'Move all residents of a zone to another; they are moved one after the other, and sign in again',
    { body: MoveResidents, answer: said },
  ),
  chooseZone: put('/auth/zone', ['resident'], 'Choose another zone, when the own one was closed; ends all sessions', {
    endsSession: true,
    body: ChooseZone,
    answer: said,
  }),
}
