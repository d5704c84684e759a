/// Systems made of a few files.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "check.hpp"

namespace dvdb::test {

/// A folder that is removed again, with what is in it.
class SystemFiles {
 public:
  SystemFiles() {
    char name[] = "/tmp/system_files_XXXXXX";
    root_ = mkdtemp(name) != nullptr ? name : "";
    CHECK(!root_.empty());
  }
  SystemFiles(const SystemFiles&) = delete;
  SystemFiles& operator=(const SystemFiles&) = delete;
  ~SystemFiles() { run("rm -r " + root_); }

  SystemFiles& with(const std::string& path, const std::string& text) {
    const std::string whole = root_ + "/" + path;
    run("mkdir -p \"" + whole.substr(0, whole.rfind('/')) + "\"");
    std::FILE* const file = std::fopen(whole.c_str(), "w");
    CHECK(file != nullptr);
    if (file == nullptr) return *this;
    std::fputs(text.c_str(), file);
    std::fclose(file);
    return *this;
  }
  const char* root() const { return root_.c_str(); }

 private:
  static void run(const std::string& command) { CHECK_EQUAL(std::system(command.c_str()), 0); }

  std::string root_;
};

}  // namespace dvdb::test
