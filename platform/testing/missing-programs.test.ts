/** Tests the summary of missing programs and the command that installs them. */
import { afterEach, expect, it, vi } from 'vitest'
import { describeMissing, missingPackages } from './missing-programs.ts'

afterEach(() => vi.unstubAllEnvs())

it('names every package where no program is found, with the one command that installs them', () => {
  vi.stubEnv('PATH', '/nowhere')
  expect(describeMissing(missingPackages())).toEqual([
    '  not run      the journeys in a browser (chromium-headless-shell is not on this machine)',
    '  not run      jobs on Redis and the split processes (redis-server is not on this machine)',
    '  not run      the split processes behind their proxy (caddy is not on this machine)',
    '  not run      the validity of docker-compose.yml (docker-compose is not on this machine)',
    '  On Debian, to run these as well: sudo apt-get install --yes --no-install-recommends chromium-headless-shell redis-server caddy docker-compose',
  ])
})

it('says nothing where nothing is missing', () => expect(describeMissing([])).toEqual([]))
