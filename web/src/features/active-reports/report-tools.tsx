/** Toolbar of open reports: search, zone, state, order, actions on selected reports. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch, IconSortAscending } from '@tabler/icons-react'
import { type ReactNode, useContext, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Report } from '#contract/views.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { FreezeRegionContext } from '#web/lib/hooks/frozen-rows.ts'
import classes from './active-reports.module.css'
import type { ReportSelection } from './active-reports.tsx'
import { DEFAULT_REPORT_FILTER, getReportStateLabels, type ReportState, searchCommandOfKey } from './report-state.ts'

interface ReportToolsProps extends ReportSelection {
  /** Renders the buttons for the selected reports. */
  action(selected: readonly Report[], done: () => void): ReactNode
}

const HEIGHT = 'var(--row-control, 44px)'
const field = { size: 'xs', styles: { input: { height: HEIGHT, minHeight: HEIGHT } } } as const

export function ReportToolbar({ choice, choose, selected, clear, action }: ReportToolsProps) {
  const { rows: zones } = useRoom('zones')
  const [params] = useSearchParams()
  // A link to this page may set the filter in its query parameters.
  const [zone, text] = [params.get('zone'), params.get('search')]
  // Runs only when the address changes, so that it does not replace a filter that the user chose later.
  useEffect(() => {
    if (zone !== null || text !== null)
      choose({
        ...DEFAULT_REPORT_FILTER,
        zone: zone ?? DEFAULT_REPORT_FILTER.zone,
        text: text ?? DEFAULT_REPORT_FILTER.text,
      })
  }, [zone, text])

  const { element } = useContext(FreezeRegionContext)

  function onSearchKey(event: React.KeyboardEvent): void {
    const move = searchCommandOfKey(event.key, choice.text)
    if (!move) return
    event.preventDefault()
    if (move === 'empty') choose({ ...choice, text: '' })
    else element?.querySelector<HTMLElement>('tr[data-report][tabindex="0"]')?.focus()
  }

  if (selected.length > 0) {
    const count = formatNumber(selected.length)
    return (
      <div className={classes.toolbar} data-selected-action>
        <span className={classes.matches} role="status">
          <Trans>
            <span>{count}</span> selected
          </Trans>
        </span>
        {action(selected, clear)}
        <Button variant="subtle" size="sm" mih={HEIGHT} px="sm" onClick={clear}>
          <Trans>Clear</Trans>
        </Button>
      </div>
    )
  }
  const known = zones.map(({ zone }) => zone).sort()
  return (
    <search className={classes.toolbar} aria-label={t`Active reports`}>
      <TextInput
        {...field}
        className={classes.search}
        type="search"
        aria-label={t`Search reports`}
        placeholder={t`Name, zone or description`}
        data-search
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={choice.text}
        onChange={({ currentTarget: { value } }) => choose({ ...choice, text: value })}
        onKeyDown={onSearchKey}
      />
      <NativeSelect
        {...field}
        aria-label={t`Zone of the reports`}
        data={[{ value: '', label: t`All zones` }, ...known]}
        value={known.includes(choice.zone) ? choice.zone : ''}
        onChange={({ currentTarget: { value } }) => choose({ ...choice, zone: value })}
      />
      <NativeSelect
        {...field}
        aria-label={t`State of the reports`}
        data={[
          { value: '', label: t`Any state` },
          ...Object.entries(getReportStateLabels()).map(([value, label]) => ({ value, label })),
        ]}
        value={choice.state}
        onChange={({ currentTarget: { value } }) => choose({ ...choice, state: value as ReportState | '' })}
      />
      <Button
        variant="default"
        size="sm"
        mih={HEIGHT}
        px="sm"
        aria-pressed={choice.oldestFirst}
        className={classes.order}
        leftSection={<IconSortAscending size={16} aria-hidden="true" />}
        onClick={() => choose({ ...choice, oldestFirst: !choice.oldestFirst })}
      >
        <Trans>Oldest first</Trans>
      </Button>
    </search>
  )
}
