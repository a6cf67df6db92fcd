/** The configuration's endpoints. */
import { SaveConfiguration } from '../commands/settings.ts'
import { City } from '../configuration.ts'
import { get, message, post, written } from '../endpoint.ts'
import { ConfigurationView } from '../views/settings.ts'

export const settings = {
  configuration: get('/auth/config', ['dispatcher', 'recycler', 'admin'], 'The configuration', {
    answer: ConfigurationView.extend({ config: ConfigurationView }),
  }),
  city: get('/city', 'public', 'What the installation calls its city, its money and its fuels', {
    sharedFor: 60,
    answer: City,
  }),
  saveConfiguration: post(
    '/auth/config',
    ['dispatcher'],
    'Change the configuration; 409 names what somebody else changed since',
    { body: SaveConfiguration, answer: written({ message, config: ConfigurationView }) },
  ),
}
