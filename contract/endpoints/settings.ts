/** The configuration's endpoints. */
import { SaveConfiguration } from '../commands/settings.ts'
import { get, message, post, written } from '../endpoint.ts'
import { ConfigurationView } from '../views/settings.ts'

export const settings = {
  configuration: get('/auth/config', ['dispatcher', 'recycler', 'admin'], 'The configuration', {
    answer: ConfigurationView.extend({ config: ConfigurationView }),
  }),
  saveConfiguration: post(
    '/auth/config',
    ['dispatcher'],
    'Change the configuration; 409 names what somebody else changed since',
    { body: SaveConfiguration, answer: written({ message, config: ConfigurationView }) },
  ),
}
