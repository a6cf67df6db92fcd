/** Lists missing programs that tests need, the untested parts, and the command that installs them. */
import { CHROMIUMS, findProgram } from './programs.ts'

/** Debian packages with the names of their programs and the tests that need them. */
const PROGRAMS: Record<string, { names: string[]; without: string }> = {
  'chromium-headless-shell': { names: CHROMIUMS, without: 'the journeys in a browser' },
  'redis-server': { names: ['redis-server'], without: 'jobs on Redis and the split processes' },
  caddy: { names: ['caddy'], without: 'the split processes behind their proxy' },
  'docker-compose': { names: ['docker-compose'], without: 'the validity of docker-compose.yml' },
}

/** Returns the Debian packages whose program is not on PATH. */
export const missingPackages = (): string[] =>
  Object.keys(PROGRAMS).filter((key) => !PROGRAMS[key]?.names.some((name) => findProgram(name)))

/** Returns the closing lines of a run: the untested parts and the install command. */
export function describeMissing(packages: readonly string[]): string[] {
  if (packages.length === 0) return []
  return [
    ...packages.map((name) => `  not run      ${PROGRAMS[name]?.without} (${name} is not on this machine)`),
    `  On Debian, to run these as well: ${installCommand(packages)}`,
  ]
}

const installCommand = (packages: readonly string[]) =>
  `sudo apt-get install --yes --no-install-recommends ${packages.join(' ')}`
