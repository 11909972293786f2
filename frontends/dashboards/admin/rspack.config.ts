import { remote } from '../../rspack.preset.ts'

export default remote({ role: 'admin', port: 4104 })
