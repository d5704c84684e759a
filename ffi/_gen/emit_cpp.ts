/**
 * Writes what the native build includes: the ABI hash and compile-time checks of what entries do not repeat.
 *
 * @module
 */

import type { Declarations, FunctionType, Parameter } from "./model.ts";

/** Writes `cuda/_generated/abi_hash.hpp`. */
export function emitHashHeader(banner: string, hash: string, version: string): string {
  return `// ${banner}
#pragma once

#include <cstdint>

namespace dvdb {

/// Hash of the headers that this library is built from.
inline constexpr uint32_t kAbiHash = ${hash}u;

/// Version of this library.
inline constexpr char kVersion[] = "${version}";

}  // namespace dvdb
`;
}

/** Writes `cuda/_generated/abi_check.cpp`. Generated entries say themselves how their functions are declared. */
export function emitChecks(banner: string, { aliases, enums, functions }: Declarations): string {
  const byHand = functions.filter(({ checked }) => !checked);
  const lines = [
    ...aliases.map(({ name, base }) => `static_assert(std::is_same_v<${name}, ${base}>);`),
    "",
    ...enums.map(({ values }) => {
      const equal = values.map(({ name, value }) => `${name} == ${value}`);
      return `static_assert(${equal.join(" && ")});`;
    }),
    "",
    ...byHand.map((type) =>
      `static_assert(std::is_same_v<decltype(&${type.name}), ${pointerType(type)}>);`
    ),
  ];
  return `// ${banner}
#include <type_traits>

#include "denovdb.h"

${lines.join("\n")}
`;
}

function pointerType({ parameters }: FunctionType): string {
  return `dvdb_status (*)(${parameters.map(parameterType).join(", ")}) noexcept`;
}

function parameterType({ type, direction }: Parameter): string {
  if (direction === "value") return type;
  return direction === "in" ? `const ${type}*` : `${type}*`;
}
