import { openHere } from '/work/main/bench/arrange.ts'
import { inFolder } from '/work/main/bench/measure.ts'
import { seedDemoYear } from '/work/main/demo/year.ts'
await inFolder(async (folder) => {
  const { kernel, runner, close } = await openHere(folder)
  let t = performance.now()
  console.log(await seedDemoYear(kernel, runner, Number(process.argv[2] ?? 365)))
  console.log('ms', performance.now() - t, 'events', await kernel.store.head())
  t = performance.now(); await seedDemoYear(kernel, runner, Number(process.argv[2] ?? 365))
  console.log('again ms', performance.now() - t, 'events', await kernel.store.head())
  const row = async (v: string) => (await import('/work/main/contract/tables.ts')).tableOf(v as never)
  for (const z of await kernel.reads.find(await row('zones'))) console.log({ ...z, openIds: (z as any).openIds.length })
  for (const v of ['vehicles','sites']) console.log(JSON.stringify(await kernel.reads.find(await row(v))))
  console.log(JSON.stringify((await kernel.reads.find(await row('schedules'))).filter((s: any) => s.open)), runner.quarantined())
  await close()
})
process.exit(0)
