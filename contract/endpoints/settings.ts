/** Endpoints of the configuration. */
import { z } from 'zod'
import { City } from '../city/configuration.ts'
import { SaveConfiguration } from '../commands/settings.ts'
import { endpointsOf, message, written } from '../door/endpoint.ts'
import { settings as lines } from '../lines/settings.ts'
import { ConfigurationView } from '../views/settings.ts'

export const settings = endpointsOf(lines, {
  configuration: {
    summary: 'The configuration',
    answer: ConfigurationView.extend({ config: ConfigurationView }),
  },
  city: {
    summary: 'What the installation calls its city, its money and its fuels, and the style that it draws its map with',
    answer: City.extend({ mapStyleUrl: z.string().optional() }),
  },
  saveConfiguration: {
    summary: 'Change the configuration; 409 names what somebody else changed since',
    body: SaveConfiguration,
    answer: written({ message, config: ConfigurationView }),
  },
})
