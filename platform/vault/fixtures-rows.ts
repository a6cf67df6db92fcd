/** Changes a vault's rows directly, for tests of tampering. */
import { DatabaseSync } from 'node:sqlite'
import { MongoClient } from 'mongodb'

export interface VaultRowEditor {
  removePerson(id: string): unknown
  removePersonKey(id: string): unknown
  markErased(id: string): unknown
  removeInstallationKey(name: string): unknown
  removeNote(name: string): unknown
  changeNote(name: string, change: (text: string) => string): unknown
}
type Work = (rows: VaultRowEditor) => Promise<unknown>

export async function changeSqliteRows(file: string, work: Work): Promise<void> {
  const db = new DatabaseSync(file)
  const run =
    (statement: string) =>
    (...values: string[]) =>
      db.prepare(statement).run(...values)
  await work({
    removePerson: run('DELETE FROM persons WHERE id = ?'),
    removePersonKey: run('UPDATE persons SET key = NULL WHERE id = ?'),
    markErased: run('UPDATE persons SET erased = 1 WHERE id = ?'),
    removeInstallationKey: run('DELETE FROM installation_keys WHERE name = ?'),
    removeNote: run('DELETE FROM notes WHERE name = ?'),
    changeNote(name, change) {
      const text = change(String(db.prepare('SELECT text FROM notes WHERE name = ?').get(name)?.text))
      run('UPDATE notes SET text = ? WHERE name = ?')(text, name)
    },
  })
  db.close()
}

export async function changeMongoRows(url: string, work: Work): Promise<void> {
  const client = await new MongoClient(url).connect()
  const of = (name: string) => client.db().collection<{ _id: string; text?: string }>(`vault.${name}`)
  const remove = (name: string) => (_id: string) => of(name).deleteOne({ _id })
  await work({
    removePerson: remove('persons'),
    removePersonKey: (_id) => of('persons').updateOne({ _id }, { $unset: { key: '' } }),
    markErased: (_id) => of('persons').updateOne({ _id }, { $set: { erased: true } }),
    removeInstallationKey: remove('installation-keys'),
    removeNote: remove('notes'),
    async changeNote(_id, change) {
      const text = change(String((await of('notes').findOne({ _id }))?.text))
      await of('notes').updateOne({ _id }, { $set: { text } })
    },
  })
  await client.close()
}
