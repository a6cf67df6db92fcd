/** Tests proofs as an auditor uses them: signing, export, verification, tampering. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signIn } from './api-client.ts'
import { closeBrowserContexts, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('the proof', () => {
  let app: RunningApp
  const folder = mkdtempSync(path.join(tmpdir(), 'auditor-'))
  const open = () => openSignedInPage(browser as Browser, app, 'AUD001', { path: '/auditor/proof' })

  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  async function kept(page: Page, button: string): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.getByRole('button', { name: button }).click(),
    ])
    const file = path.join(folder, download.suggestedFilename())
    await download.saveAs(file)
    return file
  }
  const check = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }

  it('is taken away, holds without the server, and names what was changed', async () => {
    const { page, errors, context } = await open()
    const checkpoint = await kept(page, 'Download checkpoint')
    const key = (await page.getByRole('definition').nth(1).textContent()) ?? ''
    expect(key).toMatch(/^wastesense\+[0-9a-f]{8}\+/)
    // The sign-in adds an event that is newer than the checkpoint.
    const token = await signIn(app, 'resident.ablekuma@test.com')
    expect((await call(app, 'reportBinFull', { token, body: { description: 'A secret of mine' } })).status).toBe(201)

    const verifier = await kept(page, 'Download verifier')
    const bundle = await kept(page, 'Export bundle')
    expect(readFileSync(bundle, 'utf8')).not.toContain('A secret of mine')
    // Runs the verification command exactly as the page shows it, in the download folder.
    const printed = (await page.getByRole('code').first().textContent()) ?? ''
    expect(printed).toContain(key)
    const asPrinted = spawnSync('sh', ['-c', printed], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    })
    expect(asPrinted.stdout + asPrinted.stderr).toContain('are as they were recorded')
    expect(asPrinted.status).toBe(0)
    const held = check(verifier, bundle, '--key', key, '--since', checkpoint)
    expect(held.said).toContain('are as they were recorded')
    expect(held.status).toBe(0)

    const lines = readFileSync(bundle, 'utf8').split('\n')
    const of = lines.findIndex((line) => line.includes('"BinReportedFull"'))
    writeFileSync(bundle, lines.with(of, (lines[of] ?? '').replace('Ablekuma', 'Ayawaso')).join('\n'))
    const tampered = check(verifier, bundle, '--key', key)
    expect(tampered.said).toMatch(/BinReportedFull .* is not as it was recorded/)
    expect(tampered.status).toBe(1)
    expect(errors).toEqual([])
    await context.close()
  })

  it('says what is wrong with a period', async () => {
    const { page, context } = await open()
    await page.getByRole('textbox', { name: 'From' }).fill('some day')
    await page.getByRole('button', { name: 'Export bundle' }).click()
    await page.getByText('Date input not valid.').waitFor()
    await page.getByRole('textbox', { name: 'From' }).fill('1 Jan 2001')
    await page.getByRole('textbox', { name: 'To' }).fill('02/01/2001')
    await page.getByRole('button', { name: 'Export bundle' }).click()
    await page.getByText('Nothing was recorded in this period.').waitFor()
    await context.close()
  })

  it('is public as a checkpoint, and nothing else of it', async () => {
    const checkpoint = await fetch(`${app.url}/api/audit/checkpoint`)
    expect(checkpoint.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await checkpoint.text()).toMatch(/^wastesense\/[0-9a-f]{16}\n\d+\n\S{44}\n\n— wastesense \S+\n$/)
    for (const name of ['proof', 'proof/inclusion?position=1', 'bundle?from=2026-01-01&to=2026-01-02'])
      expect((await fetch(`${app.url}/api/audit/${name}`)).status).toBe(401)
    const token = await signIn(app, 'DISP001')
    expect((await call(app, 'proof', { token })).status).toBe(403)
  })

  it('limits how often a network reads the verifier', async () => {
    const reads = Array.from({ length: 61 }, () => fetch(`${app.url}/api/audit/verifier`))
    const statuses = (await Promise.all(reads)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })
})
