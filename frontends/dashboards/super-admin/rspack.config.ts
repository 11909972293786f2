import { remote } from '../../rspack.preset.ts'

export default remote({ role: 'super-admin', port: 4105 })
