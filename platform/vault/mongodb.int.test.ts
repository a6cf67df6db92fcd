/** The MongoDB vault keeps the rules, against a real server where there is one and against the double always. */
import { afterAll } from 'vitest'
import { startMongoBackings } from '#platform/mongodb-double/backings.ts'
import { accessRules } from './access-conformance.ts'
import { vaultRules } from './conformance.ts'
import { openMongoVault } from './mongodb.ts'

const backings = await startMongoBackings('vault')
afterAll(() => Promise.all(backings.map((backing) => backing.stop())))

for (const { name, url } of backings) {
  vaultRules(name, () => openMongoVault(url))
  accessRules(name, () => openMongoVault(url))
}
