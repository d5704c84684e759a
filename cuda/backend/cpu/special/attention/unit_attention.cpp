/// Host threads have no matrix units.
#include "backend/api/special/attention/heads.hpp"

namespace dvdb::backend {

Status attend_on_units(Context& context, const UnitAttention&) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot attend: the device has no matrix units");
}

Status query_gradients_on_units(Context& context, const UnitAttentionSlopes&, uint16_t*) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot attend: the device has no matrix units");
}
Status key_gradients_on_units(Context& context, const UnitAttentionSlopes&, uint16_t*, uint16_t*) {
  return fail(context, DVDB_UNSUPPORTED, "Cannot attend: the device has no matrix units");
}

}  // namespace dvdb::backend
