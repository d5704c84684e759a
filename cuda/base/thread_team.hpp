/// Host threads that share the work of a context.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

namespace dvdb {

/// A caller and the workers that help it with chunks of work, which whoever is free takes in ascending order.
///
/// The caller waits for nobody but workers that have taken a chunk: on a busy machine it does alone what the others
/// find no time for. Who waits spins briefly and then sleeps. Workers start with the first work that calls for them.
class ThreadTeam {
 public:
  static constexpr int kMost = 1024;

  /// When workers are called.
  enum class Call {
    kAtOnce,
    kWhenLong,  // after the caller has worked for a while: less is not worth waking a thread for
  };

  ThreadTeam() = default;
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  /// Number of threads that share work, the caller included.
  int threads() const { return threads_; }

  /// Sets the number of threads, of which the system may grant fewer; not while work is under way.
  void set_threads(int threads);

  /// Calls body(chunk, thread) for the chunks of [0, n), where no two calls at the same time have the same
  /// `thread` in [0, threads()). From inside a body, all chunks run on the calling thread, which gets number 0 there. A
  /// body that returns false ends the work: chunks that nobody has taken yet are left out.
  template <class Body>
  void run(int64_t n, const Body& body, Call call = Call::kAtOnce) {
    Work work{[](const void* what, int64_t chunk, int thread) -> bool {
                const Body& own = *static_cast<const Body*>(what);
                if constexpr (std::is_same_v<decltype(own(chunk, thread)), bool>) return own(chunk, thread);
                own(chunk, thread);
                return true;
              },
              &body, n};
    run(work, call);
  }

 private:
  class Workers;

  /// Chunks that are under way.
  struct Work {
    bool (*body)(const void* what, int64_t chunk, int thread);
    const void* what;
    int64_t n;
    std::atomic<int64_t> next{0};

    void take_all(int thread);
    bool take_for_a_while();
  };

  void run(Work& work, Call call);
  Workers* workers();

  int threads_ = 1;
  std::atomic<bool> busy_{false};
  Workers* workers_ = nullptr;
};

}  // namespace dvdb
