/** The terms of service. */
import { Link } from 'react-router'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { Article } from '#web/pages/public/frame/article.tsx'

export function Terms() {
  const { country } = useCityTerms()
  return (
    <Article title="Terms of Service" lead="The rules of using WasteSense. They fit on one page, on purpose.">
      <h2>Using it</h2>
      <p>
        An account is for one person, and residents use it free of charge. Report your own bin, and only when it is
        full: the reports of a zone decide when a truck drives. Keep your password to yourself.
      </p>
      <h2>What you can expect</h2>
      <p>
        A report is recorded before it is confirmed to you. It is a request and not a promise: a collection depends on
        trucks, roads and the other bins of your zone. Forecasts and recognised materials are estimates and are marked
        as such.
      </p>
      <h2>What it is not for</h2>
      <p>
        Not for emergencies, and not for hazardous or medical waste. Call the authorities in charge for these. Accounts
        that file false reports, or try to reach other people’s data, can be closed.
      </p>
      <h2>Leaving</h2>
      <p>
        Residents can delete their account at any time, in their profile. Accounts of staff are closed by an
        administrator.
      </p>
      <h2>Your data</h2>
      <p>
        The <Link to="/privacy">Privacy Policy</Link> says what is kept and how it is erased.
      </p>
      <h2>The software</h2>
      <p>
        WasteSense is licensed under the MIT license, without warranty of any kind. The laws of {country} apply to the
        service.
      </p>
    </Article>
  )
}
