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
    summary: 'Names of the city, its currency and fuels, and the map style',
    answer: City.extend({ mapStyleUrl: z.string().optional() }),
  },
  saveConfiguration: {
    summary: 'Change the configuration; 409 lists conflicting changes',
    body: SaveConfiguration,
    answer: written({ message, config: ConfigurationView }),
  },
})
