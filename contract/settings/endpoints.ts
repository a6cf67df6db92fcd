/** Endpoints of the configuration. */
import { z } from 'zod'
import { createCommandAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { SaveConfigurationBody } from './commands.ts'
import { CityDetails, ConfigurationView } from './configuration.ts'
import { settingsEndpointRoutes as lines } from './routes.ts'

export const settingsEndpoints = defineEndpoints(lines, {
  configuration: {
    summary: 'The configuration',
    answer: ConfigurationView.extend({ config: ConfigurationView }),
  },
  city: {
    summary: 'Names of the city, its currency and fuels, and the map style',
    answer: CityDetails.extend({ mapStyleUrl: z.string().optional() }),
  },
  saveConfiguration: {
    summary: 'Change the configuration; 409 lists conflicting changes',
    body: SaveConfigurationBody,
    answer: createCommandAnswerSchema({ message: messageSchema, config: ConfigurationView }),
  },
})
